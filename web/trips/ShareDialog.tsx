import { Button, Checkbox, Code, ScrollArea, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SHARE_DAYS, SHARED_NAMES, type SharedName, type ShareLink } from '#contract/wire/shareLink.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { conversationQuery } from '../api/comments.ts'
import { createShareLink, revokeShareLink, shareLinksQuery } from '../api/shareLinks.ts'
import { usePermission } from '../api/user.ts'
import { fromAnywhere } from '../base.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useSave } from '../forms/useSave.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Segment } from '../ui/Segment.tsx'
import classes from './ShareDialog.module.css'

interface Props {
  trip: Trip
  /** Impact to share alone; without it, the whole trip is shared. */
  eventTime?: string
  onClose: () => void
}

const COPIED_FOR_MS = 3000

/** Creates a link for people without an account, and lists existing links. */
export function ShareDialog({ trip, eventTime, onClose }: Props) {
  const { t } = useTranslation()
  const [days, setDays] = useState('7')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [names, setNames] = useState<readonly SharedName[]>(['vessel', 'organization'])
  const [path, setPath] = useState<string | null>(null)
  const mayShowComments = usePermission('vessel:trip-comment-view', trip.vessel_id)
  const save = useSave({
    save: () =>
      createShareLink({
        trip_id: trip.id,
        event_time: eventTime ?? null,
        valid_days: Number(days),
        comment_ids: [...chosen],
        names: SHARED_NAMES.filter((name) => names.includes(name)),
      }),
    // The dialog shows the link, which a message would cover on a phone.
    success: null,
    failure: 'share.failed',
    refusals: { too_many: 'share.tooMany' },
    affects: ['share-links'],
    onSaved: ({ share_path }) => setPath(share_path),
  })
  const title = t(eventTime === undefined ? 'share.trip' : 'share.impact')
  return (
    <FormDialog
      title={title}
      size={560}
      submit={path === null ? t('share.make') : undefined}
      pending={save.isPending}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      {path === null ? (
        <>
          <p>{t(eventTime === undefined ? 'share.tripHint' : 'share.impactHint')}</p>
          <div className={classes.field}>
            <span className={classes.name}>{t('share.days')}</span>
            <Segment
              fullWidth
              label={t('share.days')}
              value={days}
              onChange={setDays}
              options={SHARE_DAYS.map((value) => ({
                value: String(value),
                label: t('share.forDays', { count: value }),
              }))}
            />
          </div>
          <Checkbox.Group
            label={t('share.names')}
            description={t('share.namesHint')}
            value={[...names]}
            onChange={(values) => setNames(values as SharedName[])}
          >
            <div className={classes.choices}>
              {SHARED_NAMES.map((name) => (
                <Checkbox key={name} value={name} label={t(`share.name.${name}`)} />
              ))}
            </div>
          </Checkbox.Group>
          {mayShowComments && trip.num_comments > 0 && (
            <Choice trip={trip} chosen={chosen} onChoose={setChosen} />
          )}
        </>
      ) : (
        <Made path={path} />
      )}
      <Links tripId={trip.id} />
    </FormDialog>
  )
}

/** The whole link is shown only here. */
function Made({ path }: { path: string }) {
  const { t } = useTranslation()
  const address = fromAnywhere(path)
  return (
    <div className={classes.field}>
      <p role="status">{t('share.once')}</p>
      <Code block className={classes.address}>
        {address}
      </Code>
      <CopyButton text={address} message="share.copied" copiedForMs={COPIED_FOR_MS} />
    </div>
  )
}

interface ChoiceProps {
  trip: Trip
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

/** Choice of the shared comments; none by default. */
function Choice({ trip, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    conversationQuery({ tripId: trip.id, vesselId: trip.vessel_id }),
  )
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  if (error && !data) return <LoadFailed sentence={t('error.comments')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={64} />
  return (
    <Checkbox.Group
      label={t('share.comments')}
      description={t('share.commentsHint')}
      value={[...chosen]}
      onChange={onChoose}
    >
      <ScrollArea.Autosize mah={200} type="auto" className={classes.comments}>
        {data.comments.map(({ id, text, user, api_key: key, created_at, image_references: images }) => (
          <Checkbox
            key={id}
            value={id}
            label={text || t('share.images', { count: images.length })}
            description={`${(user ?? key)?.name ?? t('comments.deletedUser')} · ${formats.dateTime(Date.parse(created_at))}`}
          />
        ))}
      </ScrollArea.Autosize>
    </Checkbox.Group>
  )
}

/** List of existing links with their use. */
function Links({ tripId }: { tripId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(shareLinksQuery(tripId))
  if (error && !data) return <LoadFailed sentence={t('share.listFailed')} error={error} onRetry={refetch} />
  if (!data || data.length === 0) return null
  return (
    <section className={classes.links} aria-label={t('share.links')}>
      <h3>{t('share.links')}</h3>
      <ul>
        {data.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ link }: { link: ShareLink }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const at = (time: string) => formats.dateTime(Date.parse(time))
  const revoke = useSave({
    save: () => revokeShareLink(link.id),
    success: 'share.revoked',
    failure: 'share.revokeFailed',
    affects: ['share-links'],
  })
  const { state } = link
  const isActive = state === 'active'
  return (
    <li data-over={!isActive || undefined}>
      <div>
        <p className={classes.state}>
          {state === 'active' ? t('share.until', { time: at(link.expires_at) }) : t(`share.state.${state}`)}
          {link.event_time && ` · ${t('share.ofImpact', { time: at(link.event_time) })}`}
        </p>
        <p>
          {t('share.madeBy', {
            name: link.user?.name ?? t('comments.deletedUser'),
            time: at(link.created_at),
          })}
        </p>
        <p>
          {link.openings === 0 ? t('share.neverOpened') : t('share.openings', { count: link.openings })}
          {link.last_opened_at && ` · ${t('share.lastOpened', { time: at(link.last_opened_at) })}`}
          {link.num_comments > 0 && ` · ${t('share.commentCount', { count: link.num_comments })}`}
        </p>
      </div>
      {isActive && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.isPending}
          onClick={() => revoke.mutate(undefined)}
        >
          {t('share.revoke')}
        </Button>
      )}
    </li>
  )
}
