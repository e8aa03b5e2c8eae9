import { REJECTION_REASONS, type RejectionReason } from '#contract/domain/reading.ts'
import type { Translate } from '../i18n/i18n.ts'

/** Why something was refused; a reason of another version of the server as it is. */
export const reasonWords = (t: Translate, reason: string): string =>
  isReason(reason) ? t(`devices.reason.${reason}`) : reason

const isReason = (text: string): text is RejectionReason =>
  (REJECTION_REASONS as readonly string[]).includes(text)
