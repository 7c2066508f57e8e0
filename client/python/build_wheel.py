"""Makes the wheel of a source distribution, in which all its files are. So pip needs no other package to build it."""

import glob
import os
import zipfile


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    found = glob.glob("*.dist-info")
    if len(found) != 1:
        raise RuntimeError("This is the source, not a package. A running service has the package: /packages says how to install it.")
    (about,) = found
    name = about.replace(".dist-info", "-py3-none-any.whl")
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for top in ("location_data", about):
            for folder, _, files in os.walk(top):
                for file in files:
                    wheel.write(os.path.join(folder, file))
    return name
