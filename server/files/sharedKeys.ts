/** Where the files lie that every process with the role api has to find. */
export const EXPORTS = 'exports'
export const LOGS = 'logs'
/** Where the archives of the built-in map lie that one machine has cut for all. */
export const WORLDS = 'basemap'

/** The file of an export that is done. */
export const exportKey = (id: string) => `${EXPORTS}/${id}.zip`

/** The file that somebody sent, until it was read. */
export const logKey = (id: string) => `${LOGS}/${id}`
