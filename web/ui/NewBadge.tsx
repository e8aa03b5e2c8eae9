import { useTranslation } from 'react-i18next'
import classes from './Pill.module.css'

/** Beside a word that was not there before. */
export function NewBadge() {
  const { t } = useTranslation()
  return <span className={classes.new}>{t('nav.new')}</span>
}
