"""`chesterton initiative`."""

from chesterton.cli.areas import area_group

initiative = area_group("initiative", "Named efforts that group records.")
