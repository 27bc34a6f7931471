"""The web application's parts: views, links, limits, headers, error pages."""
