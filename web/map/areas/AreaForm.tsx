import { Button, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconScreenshot, IconSquareDashed } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEEPEST_AREA_ZOOM } from '#contract/geodesy/areaZooms.ts'
import { isArea, MAX_AREA_NAME } from '#contract/wire/area.ts'
import { Problem } from '#contract/wire/errors.ts'
import { areaPreviewQuery, findPlaces, keepArea } from '../../api/areas.ts'
import { useProblemWords } from '../../forms/useProblemWords.ts'
import { useSave } from '../../forms/useSave.ts'
import { useCountryOfCode } from '../../i18n/countryNames.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Segment } from '../../ui/Segment.tsx'
import { unwrappedPosition } from '../mapPosition.ts'
import { useStage } from '../stageContext.ts'
import classes from './Areas.module.css'
import {
  type AreaBounds,
  boundsAround,
  boundsBetween,
  boundsOfEdges,
  type Edges,
  showArea,
} from './areaBounds.ts'

interface Props {
  name: string
  onName: (name: string) => void
  edges: Edges
  bounds: AreaBounds | null
  /** `typed` has the values of the fields, which stay as typed. */
  onChoose: (bounds: AreaBounds | null, typed?: Edges) => void
  onDraw: () => void
  onKept: () => void
}

const DEPTHS = ['13', '14', '15'] as const
type Depth = (typeof DEPTHS)[number]
const ASK_AFTER_MS = 400
/** Edges in the order of their fields, each with its index in `Edges`. */
const EDGES = [
  ['north', 3],
  ['west', 0],
  ['south', 1],
  ['east', 2],
] as const

/** Form for an area: place, detail, required space, and start of the download. */
export function AreaForm(props: Props) {
  const { name, onName, edges, bounds, onChoose, onDraw, onKept } = props
  const { t } = useTranslation()
  const { map } = useStage()
  const [depth, setDepth] = useState<Depth>(`${DEEPEST_AREA_ZOOM}`)
  const isWrong = bounds !== null && !isArea(bounds)
  const maxzoom = Number(depth)
  const preview = usePreview(bounds && !isWrong ? { bounds, maxzoom } : null)
  const words = useProblemWords()
  const keep = useSave({
    save: keepArea,
    success: 'areas.started',
    failure: 'areas.startFailed',
    affects: ['areas', 'area-preview'],
    onSaved: onKept,
  })
  const takeView = () => {
    const view = map.getBounds()
    onChoose(boundsBetween(unwrappedPosition(view.getSouthWest()), unwrappedPosition(view.getNorthEast())))
  }
  const setEdge = (place: number, value: number | string) => {
    const next = edges.map((edge, index) => (index === place ? value : edge)) as unknown as Edges
    onChoose(boundsOfEdges(next), next)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (bounds && preview.isReady) keep.mutate({ name, bounds, maxzoom })
  }
  return (
    <>
      <p className={classes.hint}>{t('areas.hint')}</p>
      <PlaceSearch
        onFound={(place) => {
          const around = boundsAround(place)
          onChoose(around)
          onName(place.name)
          showArea(map, around)
        }}
      />
      <form className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.row}>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon of={IconSquareDashed} size={16} />}
            onClick={onDraw}
          >
            {t('areas.draw')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon of={IconScreenshot} size={16} />}
            onClick={takeView}
          >
            {t('areas.view')}
          </Button>
        </div>
        <div className={classes.edges}>
          {EDGES.map(([edge, place]) => (
            <NumberInput
              key={edge}
              size="xs"
              label={t(`areas.${edge}`)}
              value={edges[place]}
              decimalScale={4}
              hideControls
              onChange={(value) => setEdge(place, value)}
            />
          ))}
        </div>
        {isWrong && (
          <p className={classes.hint} data-problem role="alert">
            {t('areas.wrong')}
          </p>
        )}
        <div>
          <p className={classes.label}>{t('areas.depth')}</p>
          <Segment<Depth>
            small
            fullWidth
            label={t('areas.depth')}
            value={depth}
            onChange={setDepth}
            options={DEPTHS.map((value) => ({ value, label: t(`areas.depths.${value}`) }))}
          />
        </div>
        <TextInput
          label={t('areas.name')}
          value={name}
          maxLength={MAX_AREA_NAME}
          required
          onChange={({ currentTarget }) => onName(currentTarget.value)}
        />
        <p className={classes.hint} role="status" data-problem={preview.problem ? true : undefined}>
          {preview.problem ? words(preview.problem) : preview.sentence}
        </p>
        <Button
          type="submit"
          loading={keep.isPending}
          disabled={!preview.isReady || name.trim() === '' || isWrong}
        >
          {t('areas.keep')}
        </Button>
      </form>
    </>
  )
}

/** Estimates the cost of the area once its bounds come to rest. */
function usePreview(wanted: { bounds: AreaBounds; maxzoom: number } | null) {
  const { t } = useTranslation()
  const formats = useFormats()
  const key = JSON.stringify(wanted)
  const [settled] = useDebouncedValue(key, ASK_AFTER_MS)
  const { data, error, isFetching } = useQuery(areaPreviewQuery(JSON.parse(settled) as typeof wanted))
  const nothing = { isReady: false, problem: null, sentence: t('areas.chooseFirst') }
  if (!wanted) return nothing
  if (isFetching || settled !== key) return { ...nothing, sentence: t('areas.asking') }
  if (error)
    return { ...nothing, problem: error instanceof Problem ? error.message : t('areas.previewFailed') }
  if (!data) return nothing
  const sizes = {
    tiles: formats.number(data.tile_count),
    size: fileSize(data.bytes, formats),
    ...{ from: data.minzoom, to: data.maxzoom },
    free: fileSize(Math.max(0, data.limit_bytes - data.used_bytes), formats),
  }
  return {
    isReady: data.problem === null,
    problem: data.problem && `${t('areas.size', sizes)} ${t(`problem.${data.problem}`)}`,
    sentence: t('areas.size', sizes),
  }
}

/** Search for a harbour by its name. */
function PlaceSearch({
  onFound,
}: {
  onFound: (place: { name: string; latitudeDeg: number; longitudeDeg: number }) => void
}) {
  const { t } = useTranslation()
  const countryOf = useCountryOfCode()
  const [text, setText] = useState('')
  const search = useMutation({ mutationFn: findPlaces })
  const find = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim().length > 1) search.mutate(text.trim())
  }
  const found = search.data?.data
  return (
    <div>
      <form className={classes.search} onSubmit={find} noValidate>
        <TextInput
          size="xs"
          label={t('areas.place')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit" loading={search.isPending}>
          {t('areas.find')}
        </Button>
      </form>
      {search.isError && (
        <p className={classes.hint} data-problem role="alert">
          {t('areas.findFailed')}
        </p>
      )}
      {found?.length === 0 && (
        <p className={classes.hint} role="status">
          {t('areas.foundNone')}
        </p>
      )}
      {found && found.length > 0 && (
        <ul className={classes.places}>
          {found.map(({ name, country, latitudeDeg, longitudeDeg }) => (
            <li key={`${name} ${latitudeDeg} ${longitudeDeg}`}>
              <button
                type="button"
                onClick={() => {
                  search.reset()
                  setText('')
                  onFound({ name, latitudeDeg, longitudeDeg })
                }}
              >
                {name}
                <small>{countryOf(country)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
