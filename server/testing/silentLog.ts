import type { Log } from '#server/platform/log.ts'

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
