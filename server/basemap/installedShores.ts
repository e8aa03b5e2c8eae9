import { existsSync } from 'node:fs'

/** File in which Debian's `gmt-gshhg-full` installs the shores of GSHHG in full resolution. */
const INSTALLED = '/usr/share/gmt-gshhg/binned_GSHHS_f.nc'

/** The shores that are installed on this machine; undefined without them. */
export const installedShores = (): string | undefined => (existsSync(INSTALLED) ? INSTALLED : undefined)
