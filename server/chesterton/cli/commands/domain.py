"""`chesterton domain`."""

from chesterton.cli.areas import area_group

domain = area_group("domain", "Named areas of the system, each with the reason why it exists.")
