import { IconSpeakerphone } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toDay } from '#contract/domain/datePresets.ts'
import { announcedBetween } from '#contract/words/announcements.ts'
import { markAnnouncementsRead } from '../../api/announcements.ts'
import { useUser } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useNews } from '../../resources/loadResources.ts'
import { Notice } from '../../ui/Notice.tsx'
import classes from './ResourcesPage.module.css'

export function AnnouncementsPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = useNews().announcements
  const { company, unread_messages } = useUser()
  const unread = unread_messages.announcement_count > 0
  useEffect(() => {
    if (unread) void markAnnouncementsRead()
  }, [unread])
  const announcements = announcedBetween(toDay(new Date(company.created_at)), toDay(new Date()))
  if (announcements.length === 0) {
    return <Notice icon={IconSpeakerphone} title={t('resources.noAnnouncements')} />
  }
  return (
    <div className={classes.stack}>
      {announcements.map(({ slug, date, type }) => (
        <article key={slug} className={classes.card}>
          <div className={classes.meta}>
            <span className={classes.tag} data-new={type === 'feature' || undefined}>
              {t(`resources.${type}`)}
            </span>
            <time dateTime={date}>{formats.date(new Date(`${date}T00:00`).getTime())}</time>
          </div>
          <h2>{words[slug].title}</h2>
          <p>{words[slug].text}</p>
        </article>
      ))}
    </div>
  )
}
