import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { useTranslation } from 'react-i18next'
import { plainLetters } from '#contract/text/plainLetters.ts'
import { useAllActionsHere } from '../../keys/actionsHere.ts'
import { PaletteEntry } from './PaletteEntry.tsx'
import { useFleetEntries } from './useFleetEntries.tsx'
import { usePageEntries } from './usePageEntries.tsx'

const TYPING_PAUSE_MS = 150

/** Matches for the typed words: actions on what is in view, local pages and actions, vessels and captains from the server. */
export function PaletteResults({ query, onToggleSidebar }: { query: string; onToggleSidebar: () => void }) {
  const { t } = useTranslation()
  const [asked] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS)
  const wanted = plainLetters(query.trim())
  const { pages, actions } = usePageEntries(onToggleSidebar)
  const { vessels, captains, isWaiting } = useFleetEntries(asked)
  // Earlier results stay until the server answers, so they are filtered by the current words.
  const fits = ({ label }: { label: string }) => plainLetters(label).includes(wanted)
  const here = useAllActionsHere().map(({ subject, actions }) => ({
    label: t(`palette.${subject}`),
    entries: actions
      .map(({ id, label, icon, key, run }) => ({
        ...{ id: `${subject}-${id}`, label, icon, onClick: run },
        ...(key === undefined ? {} : { aside: key }),
      }))
      .filter(fits),
  }))
  const groups = [
    ...here,
    { label: t('palette.pages'), entries: pages.filter(fits) },
    { label: t('palette.actions'), entries: actions.filter(fits) },
    { label: t('palette.vessels'), entries: vessels.filter(fits) },
    { label: t('palette.captains'), entries: captains.filter(fits) },
  ].filter(({ entries }) => entries.length > 0)

  return (
    <Spotlight.ActionsList>
      {groups.map(({ label, entries }) => (
        <Spotlight.ActionsGroup key={label} label={label}>
          {entries.map((entry) => (
            <PaletteEntry key={entry.id} entry={entry} />
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {groups.length === 0 && !isWaiting && asked === query.trim() && (
        <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>
      )}
    </Spotlight.ActionsList>
  )
}
