import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { vesselStatusQuery } from '../api/vesselStatus.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useSeriesName } from '../plots/useSeriesName.ts'
import { Ago } from '../ui/Ago.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Missing, Quantity } from '../ui/Quantity.tsx'
import classes from './Rules.module.css'

/** Number of boats whose devices are requested at once, and added each time; boats under way come first. */
const SHOWN = 6
const MORE = 12

/** Current values of the boats concerned, for the fields that a rule uses. */
export function LivePanel({ vessels, fields }: { vessels: readonly MapVessel[]; fields: readonly string[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const seriesName = useSeriesName()
  const [most, setMost] = useState(SHOWN)
  const shown = vessels.slice(0, most)
  const answers = useQueries({ queries: shown.map(({ id }) => vesselStatusQuery(id, true)) })
  if (fields.length === 0 || shown.length === 0) return null
  const wanted = (key: string) =>
    fields.some(
      (field) => key === field || (key.startsWith(`${field}_`) && /^\d+$/.test(key.slice(field.length + 1))),
    )
  return (
    <Panel
      title={t('rules.now')}
      flush
      {...(vessels.length > most
        ? {
            note: t('rules.nowSome', { shown: formats.number(most), total: formats.number(vessels.length) }),
          }
        : {})}
    >
      <ul className={classes.list}>
        {shown.map(({ id, name }, at) => {
          const values = Object.values(answers[at]?.data ?? {})
            .flat()
            .flatMap(({ fields, instance_name }) =>
              fields.map((field) => ({ ...field, ofInstance: instance_name ?? undefined })),
            )
            .filter(({ key }) => wanted(key))
          return (
            <li key={id}>
              <Link to="/vessels/$vesselId" params={{ vesselId: id }}>
                {name}
              </Link>
              {values.map((one) => (
                <span key={one.key}>
                  {seriesName(one.key, one.ofInstance)} <Quantity value={one.value} unit={one.unit} />
                </span>
              ))}
              <span>{values[0] ? <Ago ms={Date.parse(values[0].last_updated)} /> : <Missing />}</span>
            </li>
          )
        })}
      </ul>
      {vessels.length > most && (
        <div className={classes.moreVessels}>
          <Button size="xs" variant="default" onClick={() => setMost(most + MORE)}>
            {t('rules.nowMore')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
