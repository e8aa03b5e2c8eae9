import { useTranslation } from 'react-i18next'
import { useUser } from '../api/user.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { usePrinting } from '../ui/printing.ts'
import classes from './PaperHead.module.css'

interface Props {
  title: string
  /** Subject of the printed page: days, a vessel. */
  about: string
}

/** Head of a printed page: organization, subject, period and time of printing. */
export function PaperHead({ title, about }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { company } = useUser()
  if (!usePrinting()) return null
  return (
    <header className={classes.head}>
      <div>
        <p className={classes.organization}>{company.name}</p>
        <p className={classes.title}>{title}</p>
      </div>
      <div className={classes.when}>
        <p>{about}</p>
        <p>{t('print.printed', { time: formats.dateTime(Date.now()) })}</p>
      </div>
    </header>
  )
}
