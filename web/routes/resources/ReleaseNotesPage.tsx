import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/useFormats.ts'
import { useNews } from '../../resources/loadResources.ts'
import { RELEASES } from '../../resources/releaseNotes.ts'
import classes from './ResourcesPage.module.css'

export function ReleaseNotesPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = useNews().releases
  return (
    <div className={classes.stack}>
      {RELEASES.map(({ version, date }, index) => {
        const { title, description, features } = words[version]
        return (
          <article key={version} className={classes.card}>
            <div className={classes.meta}>
              <span className={classes.tag} data-new={index === 0 || undefined}>
                v{version}
              </span>
              <time dateTime={date}>{formats.date(new Date(`${date}T00:00`).getTime())}</time>
            </div>
            <h2>{title}</h2>
            {description && <p>{description}</p>}
            <section className={classes.lists}>
              <h3>{t('resources.features')}</h3>
              <ul>
                {features.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          </article>
        )
      })}
    </div>
  )
}
