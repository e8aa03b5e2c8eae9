import { Skeleton, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Board, MAX_WATCH_NOTE } from '#contract/wire/board.ts'
import { watchNotesQuery } from '../../api/board.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useActs } from './boardActs.ts'
import classes from './NotesDialog.module.css'

/** Writes a note for the next watch, and shows the earlier ones. */
export function NotesDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const { t } = useTranslation()
  const { mayAct, isConsole, writeNote } = useActs()
  const [text, setText] = useState('')
  const write = useSave({
    save: () => writeNote(board.department.id, text.trim()),
    success: (isDone) => (isDone ? 'board.noteWritten' : null),
    failure: 'board.noteFailed',
    refusals: { not_allowed: 'board.mayNot' },
    affects: ['alerts'],
    onSaved: (isDone) => isDone && onClose(),
  })
  return (
    <FormDialog
      title={t('board.noteFor', { department: board.department.name })}
      {...(mayAct ? { submit: t('board.noteWrite') } : {})}
      size={560}
      isAbove
      pending={write.isPending}
      idle={text.trim() === ''}
      changed={text.trim() !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        write.mutate(undefined)
      }}
      onClose={onClose}
    >
      {mayAct && (
        <Textarea
          size="md"
          label={t('board.noteNew')}
          description={t('board.noteHint')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_WATCH_NOTE}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {isConsole ? <Earlier departmentId={board.department.id} /> : <Notes notes={board.notes} />}
    </FormDialog>
  )
}

function Earlier({ departmentId }: { departmentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(watchNotesQuery(departmentId))
  if (data) return <Notes notes={data.data} />
  if (error) return <LoadFailed sentence={t('board.notesFailed')} error={error} onRetry={refetch} />
  return <Skeleton height={96} />
}

function Notes({ notes }: { notes: Board['notes'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (notes.length === 0) return <p className={classes.none}>{t('board.noNote')}</p>
  return (
    <ul className={classes.notes} aria-label={t('board.notesEarlier')}>
      {notes.map(({ id, text, at, user }) => (
        <li key={id}>
          <p>{text}</p>
          <small>
            {user?.name ?? t('comments.deletedUser')} · {formats.dateTime(Date.parse(at))}
          </small>
        </li>
      ))}
    </ul>
  )
}
