import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/useFormats.ts'
import { RELEASE_NOTES } from '../../resources/releaseNotes.ts'
import classes from './ResourcesPage.module.css'

export function ReleaseNotesPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div className={classes.stack}>
      {RELEASE_NOTES.map((note) => (
        <article key={note.version} className={classes.card}>
          <div className={classes.meta}>
            <span className={classes.tag} data-new={note === RELEASE_NOTES[0] || undefined}>
              v{note.version}
            </span>
            <time dateTime={note.date}>{formats.date(new Date(`${note.date}T00:00`).getTime())}</time>
          </div>
          <h2 lang="en">{note.title}</h2>
          {note.description && <p lang="en">{note.description}</p>}
          <div className={classes.lists}>
            {(['features', 'bugs'] as const).map((kind) => (
              <section key={kind}>
                <h3>{t(`resources.${kind}`)}</h3>
                <ul lang="en">
                  {note[kind].map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </article>
      ))}
    </div>
  )
}
