"""The web application: views, capability links, limits, headers, error pages, static files, logs."""
