import { z } from 'zod'

/**
 * What the fields of a change were when its sender read them. With it, it is a `conflict` to write over what somebody else
 * has made of one of them since, and its message names these.
 */
export const was = z.record(z.string().max(60), z.unknown()).optional()
