import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WatchNote } from '#contract/wire/board.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './Board.module.css'

/** The newest note for this watch, with its author and time; the others are in its dialog. */
export function BoardNotes({ notes, onOpen }: { notes: readonly WatchNote[]; onOpen: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [newest] = notes
  return (
    <section className={classes.part} aria-label={t('board.note')}>
      <h2>
        {t('board.note')}
        <button type="button" className={classes.write} onClick={onOpen}>
          <Icon of={IconPencil} size={18} /> {t('board.notes')}
        </button>
      </h2>
      {newest ? (
        <>
          <p className={classes.note}>{newest.text}</p>
          <p className={classes.author}>
            {newest.user?.name ?? t('comments.deletedUser')} · {formats.dateTime(Date.parse(newest.at))}
          </p>
        </>
      ) : (
        <p className={classes.none}>{t('board.noNote')}</p>
      )}
    </section>
  )
}
