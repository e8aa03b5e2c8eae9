import { useFormats } from '../../i18n/useFormats.ts'
import { Duration } from '../../ui/Quantity.tsx'
import classes from './Corrections.module.css'
import { minutesOf, type Span } from './tripSpan.ts'

/** `First trip · 09:12:41 – 10:40:02 · 1 h 27 min` */
export function SpanLine({ label, span }: { label: string; span: Span }) {
  const formats = useFormats()
  return (
    <div className={classes.span}>
      <dt>{label}</dt>
      <dd>
        {formats.timeSeconds(span.fromMs)} – {formats.timeSeconds(span.toMs)}
      </dd>
      <dd>
        <Duration minutes={minutesOf(span)} />
      </dd>
    </div>
  )
}
