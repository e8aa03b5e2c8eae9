import { useTranslation } from 'react-i18next'
import type { BasemapIndex } from '#contract/wire/basemap.ts'
import type { Chart } from '#contract/wire/chart.ts'
import classes from './ChartMap.module.css'
import { isSatellite, useMapLook } from './mapLook.ts'

/** Credits of the drawn maps. The server sends the words as links and plain text, never as markup. */
export function Credits({
  basemap,
  charts,
}: {
  basemap: BasemapIndex | undefined
  charts: readonly Chart[]
}) {
  const { t } = useTranslation()
  const look = useMapLook()
  const shown = [
    isSatellite(look) ? basemap?.satellite : null,
    basemap?.vector,
    basemap?.detail,
    basemap?.areas?.source,
    ...charts,
  ]
  const credits = [...new Set(shown.flatMap((source) => (source?.attribution ? [source.attribution] : [])))]
  return (
    <div className={classes.credits} data-credits>
      {t('map.notForNavigation')}
      {credits.length > 0 && <> · {readCredits(credits.join(' | '))}</>}
    </div>
  )
}

/** `<a href="…">words</a>` and words between; other tags are removed. */
function readCredits(html: string) {
  const parts = new DOMParser().parseFromString(html, 'text/html').body.childNodes
  return [...parts].map((node) => {
    const text = node.textContent ?? ''
    const href = node instanceof HTMLAnchorElement && /^https?:$/.test(node.protocol) ? node.href : null
    return href ? (
      <a key={href} href={href} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      <span key={text}>{text.replace('|', '·')}</span>
    )
  })
}
