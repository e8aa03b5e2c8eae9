import { REJECTION_REASONS, type RejectionReason } from '#contract/domain/reading.ts'
import type { Translate } from '../i18n/i18n.ts'

/** Words for a reason of rejection; an unknown reason of another server version stays as it is. */
export const reasonWords = (t: Translate, reason: string): string =>
  isReason(reason) ? t(`devices.reason.${reason}`) : reason

const isReason = (text: string): text is RejectionReason =>
  (REJECTION_REASONS as readonly string[]).includes(text)
