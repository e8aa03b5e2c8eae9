import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { IconChartDots, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseField, SERIES, SERIES_GROUPS, type SeriesKey, seriesLabel } from '#contract/series.ts'
import type { TimeSeriesEntry } from '#contract/timeSeries.ts'
import { useUser } from '../../api/user.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './TripChart.module.css'

interface Props {
  fields: readonly string[]
  onChange: (fields: readonly string[]) => void
  entries: readonly TimeSeriesEntry[] | undefined
}

/** More series than this would not be told apart. */
const MOST_SERIES = 20

/** Which series the chart shows. One that turns out to have no data is taken out again and said so. */
export function SeriesChoice({ fields, onChange, entries }: Props) {
  const { t } = useTranslation()
  const hasComfortSpeed = useUser().company.settings.has_comfort_speed
  const [search, setSearch] = useState('')
  const [tried, setTried] = useState<string | null>(null)

  useEffect(() => {
    if (!tried || !entries) return
    setTried(null)
    if (entries.some(({ field }) => field === tried)) return
    const key = parseField(tried)?.key
    const name = key ? seriesLabel(key, hasComfortSpeed) : tried
    toast.say(t('chart.noDataFor', { name }), 'info')
    onChange(fields.filter((field) => field !== tried))
  }, [tried, entries, fields, onChange, t, hasComfortSpeed])

  const toggle = (field: string) => {
    if (fields.includes(field)) return onChange(fields.filter((other) => other !== field))
    if (fields.length >= MOST_SERIES) return toast.failure('chart.tooMany')
    onChange([...fields, field])
    setTried(field)
  }
  const sought = search.trim().toLowerCase()
  return (
    <Popover position="top-end" width={300}>
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon of={IconChartDots} size={16} />}
          rightSection={<CountBadge count={fields.length} />}
        >
          {t('chart.series')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choice}>
        <TextInput
          className={classes.search}
          aria-label={t('top.search')}
          placeholder={t('top.search')}
          leftSection={<Icon of={IconSearch} size={16} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <div className={classes.choices}>
          {SERIES_GROUPS.map((group) => {
            const found = CHARTABLE.filter((key) => {
              const label = seriesLabel(key, hasComfortSpeed)
              return SERIES[key].group === group && label.toLowerCase().includes(sought)
            })
            return (
              found.length > 0 && (
                <fieldset key={group}>
                  <legend>{t(`seriesGroup.${group}`)}</legend>
                  {found.map((key) => (
                    <Checkbox
                      key={key}
                      size="xs"
                      label={seriesLabel(key, hasComfortSpeed)}
                      checked={fields.includes(fieldOf(key))}
                      onChange={() => toggle(fieldOf(key))}
                    />
                  ))}
                </fieldset>
              )
            )
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const CHARTABLE = (Object.keys(SERIES) as SeriesKey[]).filter(
  (key) => key !== 'latitude' && key !== 'longitude',
)

/** Motion is told by sensor; the first one stands for the vessel. */
const fieldOf = (key: SeriesKey) =>
  SERIES[key].group === 'Sensors' && SERIES[key].instances ? `${key}_1` : key
