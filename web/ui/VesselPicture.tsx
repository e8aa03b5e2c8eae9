import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { here } from '../base.ts'
import { lazyPart } from '../loading/parts.ts'
import type { VesselKind } from './VesselDrawing.tsx'
import classes from './VesselPicture.module.css'

// Most pages show no vessel without a picture of her own.
const VesselDrawing = lazyPart(() => import('./VesselDrawing.tsx').then((loaded) => loaded.VesselDrawing))

interface Props {
  name: string
  kind: VesselKind
  url: string | null
  height: number
}

/** Picture of a vessel, or a drawing of her kind at sea. */
export function VesselPicture({ name, kind, url, height }: Props) {
  const { t } = useTranslation()
  const label = t('vessel.pictureOf', { name })
  if (url) return <img className={classes.picture} style={{ height }} src={here(url)} alt={label} />
  return (
    <svg
      data-picture
      className={classes.picture}
      style={{ height }}
      viewBox="0 0 288 104"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
    >
      <rect width="288" height="104" fill={SKY} />
      <path d="M-40 56 8 40 42 48 88 27 124 44 168 33 214 47 262 36 328 54V70H-40Z" fill={FAR_HILLS} />
      <path d="M-40 62 40 53 104 60 190 52 258 59 328 55V72H-40Z" fill={NEAR_HILLS} />
      <rect x="-40" y="63" width="368" height="50" fill={SEA} />
      <path
        d="M-30 71h70M66 68h40M226 70h76M6 84h38M214 85h66M-20 96h60M150 98h84M262 94h40"
        stroke={RIPPLE}
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <Suspense>
        <VesselDrawing kind={kind} />
      </Suspense>
      <path
        d="M70 87c22 4 126 5 154-2"
        stroke={FOAM}
        strokeWidth="2.25"
        fill="none"
        strokeLinecap="round"
        opacity="0.9"
      />
    </svg>
  )
}

/** Colours of a picture, not of the interface: the same in both themes. */
const SKY = '#9DB4C4'
const FAR_HILLS = '#6D8699'
const NEAR_HILLS = '#516B7F'
const SEA = '#2E4C62'
const RIPPLE = '#4B6B82'
const FOAM = '#C9D7E0'
