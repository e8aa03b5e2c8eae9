import { Modal } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/i18n.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { usePhone } from '../ui/usePhone.ts'
import classes from './PuzzleDialog.module.css'
import { PuzzleGame } from './PuzzleGame.tsx'
import { loadPuzzles, puzzleOn } from './puzzles.ts'
import { useToday } from './useCalendar.ts'

/** Stays mounted when it is closed, so that a win is still recorded. */
export function PuzzleDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const date = useToday()
  const language = currentLanguage()
  const puzzles = useQuery({
    queryKey: ['puzzles', language],
    queryFn: () => loadPuzzles(language),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const puzzle = puzzles.data ? puzzleOn(date, puzzles.data) : undefined
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      keepMounted
      title={t('puzzle.title')}
      size={480}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {puzzles.error && (
        <LoadFailed sentence={t('puzzle.failed')} error={puzzles.error} onRetry={puzzles.refetch} />
      )}
      {puzzle === null && <Notice icon={IconPuzzle} title={t('puzzle.none')} />}
      {puzzle && <PuzzleGame key={`${date} ${puzzle.word}`} date={date} puzzle={puzzle} isOpen={opened} />}
    </Modal>
  )
}
