import { useTranslation } from 'react-i18next'
import classes from './Pill.module.css'

/** Badge beside a new item. */
export function NewBadge() {
  const { t } = useTranslation()
  return <span className={classes.new}>{t('nav.new')}</span>
}
