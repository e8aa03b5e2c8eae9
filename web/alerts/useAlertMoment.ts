import type { Alert } from '#contract/wire/alert.ts'
import { alertMoment } from '#contract/words/alertText.ts'
import { currentAlertSpeech } from '../i18n/alertSpeech.ts'
import { useFormats } from '../i18n/useFormats.ts'

/** Writes when an alert was raised: `27 Nov, 2026 10:00:07`, or between two times where the moment was interpolated. */
export function useAlertMoment(): (alert: Pick<Alert, 'facts' | 'trigger_time'>) => string {
  const formats = useFormats()
  return ({ facts, trigger_time }) =>
    alertMoment({ facts, triggerMs: Date.parse(trigger_time) }, currentAlertSpeech(), {
      moment: formats.dateTimeSeconds,
      first: formats.dateTime,
      second: (ms, fromMs) =>
        formats.date(ms) === formats.date(fromMs) ? formats.time(ms) : formats.dateTime(ms),
    })
}
