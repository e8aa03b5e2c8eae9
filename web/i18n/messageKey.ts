import type { ParseKeys } from 'i18next'

/** Key of a sentence without placeholders. */
export type MessageKey = ParseKeys
