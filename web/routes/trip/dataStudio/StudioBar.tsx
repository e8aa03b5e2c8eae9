import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '../../../plots/timeRange.ts'
import { ZoomTools } from '../../../plots/ZoomTools.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Segment } from '../../../ui/Segment.tsx'
import { PresetsMenu } from './PresetsMenu.tsx'
import classes from './Studio.module.css'
import type { Studio } from './studio.ts'

export type StudioView = 'list' | 'grid'

interface Props {
  studio: Studio
  onChange: (next: (now: Studio) => Studio) => void
  view: StudioView
  onView: (view: StudioView) => void
  range: TimeRange
  onAdd: () => void
}

/** Settings for all plots of the studio. */
export function StudioBar({ studio, onChange, view, onView, range, onAdd }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.bar}>
      <span className={classes.view}>
        <Segment
          label={t('dataStudio.view')}
          value={view}
          onChange={onView}
          options={[
            { value: 'list', label: t('dataStudio.list') },
            { value: 'grid', label: t('dataStudio.grid') },
          ]}
        />
      </span>
      <span className={classes.zoom}>
        <ZoomTools range={range} />
      </span>
      <span className={classes.actions}>
        <PresetsMenu studio={studio} onChange={onChange} />
        <Button leftSection={<Icon of={IconPlus} size={16} />} onClick={onAdd}>
          {t('dataStudio.add')}
        </Button>
      </span>
    </div>
  )
}
