"""What workers do for the views: each module adds its kinds of work (see `jobs.working`) and says how small a wish has
to be to be granted within the request.
"""
