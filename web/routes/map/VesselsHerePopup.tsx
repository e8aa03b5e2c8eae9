import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useVessels } from '../../live/vesselStates.ts'
import { MapPopup } from '../../map/MapPopup.tsx'
import type { VesselsAtOnePlace } from '../../map/VesselLayer.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import classes from './VesselsHerePopup.module.css'

interface Props {
  several: VesselsAtOnePlace
  onSelect: (id: string) => void
  onClose: () => void
}

/** List of vessels too close together to be distinguished on the map, to choose one. */
export function VesselsHerePopup({ several, onSelect, onClose }: Props) {
  const { t } = useTranslation()
  const all = useVessels((states) => states.all())
  const vessels = all.filter(({ id }) => several.ids.includes(id))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (several.ids.length > 0) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [several])
  const title = t('map.vesselsHere', { count: vessels.length })
  return (
    <MapPopup label={title} x={several.x} y={several.y} track={null}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from any element inside */}
      <div onKeyDown={({ key }) => key === 'Escape' && onClose()}>
        <div className={classes.head}>
          <span className={classes.title}>{title}</span>
          <UnstyledButton className={classes.close} aria-label={t('common.close')} onClick={onClose}>
            <Icon of={IconX} size={14} />
          </UnstyledButton>
        </div>
        <ul ref={list} className={classes.list}>
          {vessels.map(({ id, name, status }) => (
            <li key={id}>
              <UnstyledButton className={classes.vessel} onClick={() => onSelect(id)}>
                <span className={classes.name}>{name}</span>
                <StatusPill status={status} plain />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
    </MapPopup>
  )
}
