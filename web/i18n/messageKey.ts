import type { ParseKeys } from 'i18next'

/** The name of a sentence that needs no values filled in. */
export type MessageKey = ParseKeys
