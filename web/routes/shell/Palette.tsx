import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import classes from './Palette.module.css'
import { PaletteResults } from './PaletteResults.tsx'
import '@mantine/spotlight/styles.layer.css'

/** Command palette: opens pages, actions, vessels and captains by name. */
export function Palette({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0 }}
      scrollable
      maxHeight={420}
      classNames={classes}
    >
      <Spotlight.Search
        leftSection={<Icon of={IconSearch} />}
        placeholder={t('palette.placeholder')}
        aria-label={t('top.search')}
      />
      <PaletteResults query={query} onToggleSidebar={onToggleSidebar} />
    </Spotlight.Root>
  )
}
