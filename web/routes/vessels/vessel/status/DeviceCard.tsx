import { Popover } from '@mantine/core'
import { IconChevronRight, IconInfoCircle, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceField, DeviceStatus } from '#contract/wire/vesselStatus.ts'
import { isOnOff } from '#contract/words/stateWords.ts'
import { usePermission } from '../../../../api/user.ts'
import { Ago } from '../../../../ui/Ago.tsx'
import { Fact } from '../../../../ui/Fact.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Missing, Quantity } from '../../../../ui/Quantity.tsx'
import { DeviceLabelDialog } from './DeviceLabelDialog.tsx'
import { useDeviceName, useFieldName } from './deviceNames.ts'
import classes from './Status.module.css'

/** Difference in age to the newest value of the device above which a value shows its own age. */
const SAME_AGE_MS = 30_000

/** One device with its latest values; each value links to its history. */
export function DeviceCard({ vesselId, device }: { vesselId: string; device: DeviceStatus }) {
  const { t } = useTranslation()
  const name = useDeviceName()(device)
  const mayEdit = usePermission('vessel:vessel-edit', vesselId)
  const [isNaming, setNaming] = useState(false)
  const title = device.label ?? name
  return (
    <article className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h3>{title}</h3>
        <Popover position="bottom-end" width={280} trapFocus returnFocus>
          <Popover.Target>
            <IconButton size={28} icon={IconInfoCircle} label={t('vesselStatus.about', { name: title })} />
          </Popover.Target>
          <Popover.Dropdown aria-label={t('vesselStatus.about', { name: title })}>
            <About device={device} name={name} />
          </Popover.Dropdown>
        </Popover>
        {mayEdit && (
          <IconButton
            size={28}
            icon={IconPencil}
            label={`${t('vesselStatus.editLabel')}: ${title}`}
            onClick={() => setNaming(true)}
          />
        )}
      </header>
      <dl className={classes.fields}>
        {device.fields.map((field) => (
          <Row key={field.key} vesselId={vesselId} field={field} deviceMs={Date.parse(device.last_updated)} />
        ))}
      </dl>
      <p className={classes.updated}>
        {t('vesselStatus.updated')} <Ago ms={Date.parse(device.last_updated)} />
      </p>
      {isNaming && (
        <DeviceLabelDialog vesselId={vesselId} device={device} name={name} onClose={() => setNaming(false)} />
      )}
    </article>
  )
}

/** `deviceMs` is the time of the device's last report; an older value shows its own age. */
function Row({ vesselId, field, deviceMs }: { vesselId: string; field: DeviceField; deviceMs: number }) {
  const ms = Date.parse(field.last_updated)
  const name = useFieldName()(field.key)
  return (
    <div>
      <dt>
        {field.hasSeries ? (
          <Link
            to="/vessels/$vesselId/status/$group/$deviceId/$key"
            params={{ vesselId, group: field.group, deviceId: field.device_id, key: field.key }}
            resetScroll={false}
            className={classes.link ?? ''}
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd>
        <FieldValue field={field} />
        {deviceMs - ms > SAME_AGE_MS && (
          <small className={classes.fieldAge}>
            <Ago ms={ms} />
          </small>
        )}
        {field.hasSeries && <Icon of={IconChevronRight} size={14} />}
      </dd>
    </div>
  )
}

function FieldValue({ field: { key, value, unit } }: { field: DeviceField }) {
  const { t } = useTranslation()
  if (key.startsWith('transmission_gear') && (value === 0 || value === 1 || value === 2 || value === 3))
    return t(`impacts.event.gear.${value}`)
  if (isOnOff(key)) return t(value > 0.5 ? 'rules.switchedOn' : 'rules.switchedOff')
  return <Quantity value={value} unit={unit === 'code' ? '' : unit} />
}

function About({ device, name }: { device: DeviceStatus; name: string }) {
  const { t } = useTranslation()
  const { label, type, instance_number, message_source: source, last_updated } = device
  return (
    <dl className={classes.about}>
      <Fact label={t('vesselStatus.name')}>{name}</Fact>
      <Fact label={t('vesselStatus.label')}>{label ?? <Missing />}</Fact>
      <Fact label={t('vesselStatus.type')}>{t(`vesselStatus.types.${type}`)}</Fact>
      <Fact label={t('vesselStatus.instance')}>{instance_number ?? <Missing />}</Fact>
      <Fact label={t('vesselStatus.source')}>{source ? <Source source={source} /> : <Missing />}</Fact>
      <Fact label={t('vesselStatus.updated')}>
        <Ago ms={Date.parse(last_updated)} />
      </Fact>
    </dl>
  )
}

/** Model of the source, or its NAME on the bus; then its protocol and address. */
function Source({ source }: { source: NonNullable<DeviceStatus['message_source']> }) {
  const { t } = useTranslation()
  const { protocol, address, model, name } = source
  const known = t(`sources.protocols.${protocol as 'n2k'}`)
  const place = address === null ? known : t('sources.address', { protocol: known, address })
  return [model ?? name, place].filter(Boolean).join(' · ')
}
