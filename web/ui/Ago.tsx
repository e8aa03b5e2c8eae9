import { useFormats } from '../i18n/useFormats.ts'
import { useServerNow } from '../live/useServerNow.ts'

/** Age of something by the server's clock, updated while visible: `12 s ago`. */
export function Ago({ ms }: { ms: number | null | undefined }) {
  const formats = useFormats()
  const nowMs = useServerNow()
  if (typeof ms !== 'number') return formats.ago(null, nowMs)
  return <time dateTime={new Date(ms).toISOString()}>{formats.ago(ms, nowMs)}</time>
}
