"""What to show, in what order, in how much room: place recall, task context, search, surfacing."""
