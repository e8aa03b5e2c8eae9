import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/wire/audit.ts'
import { Missing } from '../../ui/Quantity.tsx'
import classes from './Changes.module.css'

/** Values of each field before and after, folded at first. */
export function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return <Missing />
  return (
    <details className={classes.changes}>
      <summary>{t('audit.show')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            <th scope="col">{t('audit.before')}</th>
            <th scope="col">{t('audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{written(before?.[name])}</td>
              <td>{written(after?.[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function written(value: unknown) {
  if (value === undefined || value === null || value === '') return <Missing />
  return typeof value === 'string' ? value : JSON.stringify(value)
}
