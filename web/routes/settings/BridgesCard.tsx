import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Bridge, BridgeForm } from '#contract/wire/bridge.ts'
import { bridgesQuery, createBridge, endBridge } from '../../api/bridges.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { BridgeRefusalsDialog } from './BridgeRefusalsDialog.tsx'
import classes from './InstallationPage.module.css'
import { SecretDialog } from './SecretDialog.tsx'
import { SettingsCard } from './SettingsCard.tsx'

type Made = Pick<Bridge, 'username'> & { secret: string }
type Dialog =
  | { kind: 'create' }
  | { kind: 'secret'; made: Made }
  | { kind: 'end'; bridge: Bridge }
  | { kind: 'refusals'; id: string }

/** Lists the bridges with their refused messages; a super-admin creates and ends their credentials here. */
export function BridgesCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(bridgesQuery)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  // Read from the list, which is fetched again while the dialog is open.
  const looked = dialog?.kind === 'refusals' ? data?.find(({ id }) => id === dialog.id) : undefined
  return (
    <SettingsCard
      title={t('bridges.title')}
      hint={t('bridges.hint')}
      actions={
        <Button variant="default" onClick={() => setDialog({ kind: 'create' })}>
          {t('bridges.add')}
        </Button>
      }
    >
      {data ? (
        data.length === 0 ? (
          <p>{t('bridges.none')}</p>
        ) : (
          data.map((bridge) => (
            <BridgeRow
              key={bridge.id}
              bridge={bridge}
              onLook={() => setDialog({ kind: 'refusals', id: bridge.id })}
              onEnd={() => setDialog({ kind: 'end', bridge })}
            />
          ))
        )
      ) : (
        error && <LoadFailed sentence={t('bridges.failed')} error={error} onRetry={refetch} />
      )}
      {dialog?.kind === 'create' && (
        <CreateBridgeDialog onCreated={(made) => setDialog({ kind: 'secret', made })} onClose={close} />
      )}
      {dialog?.kind === 'secret' && (
        <SecretDialog
          title="bridges.secret"
          hint="bridges.secretHint"
          secret={`remote_username ${dialog.made.username}\nremote_password ${dialog.made.secret}`}
          copy="bridges.copy"
          copied="bridges.copied"
          onClose={close}
        />
      )}
      {dialog?.kind === 'end' && <EndBridgeDialog bridge={dialog.bridge} onClose={close} />}
      {looked && <BridgeRefusalsDialog bridge={looked} onClose={close} />}
    </SettingsCard>
  )
}

function BridgeRow(props: { bridge: Bridge; onLook: () => void; onEnd: () => void }) {
  const { bridge, onLook, onEnd } = props
  const { t } = useTranslation()
  const formats = useFormats()
  const { name, username, refused } = bridge
  const count = refused.reduce((sum, one) => sum + one.count, 0)
  return (
    <section className={classes.bridge}>
      <div className={classes.bridgeHead}>
        <h3>{name}</h3>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={t('bridges.endOf', { name })}
          onClick={onEnd}
        >
          {t('bridges.end')}
        </Button>
      </div>
      <p className={classes.username}>{username}</p>
      {count === 0 ? (
        <p>{t('bridges.noRefusals')}</p>
      ) : (
        <div className={classes.bridgeHead}>
          <p>{t('bridges.refused', { count, number: formats.number(count) })}</p>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('bridges.refusedBy', { name })}
            onClick={onLook}
          >
            {t('bridges.look')}
          </Button>
        </div>
      )}
    </section>
  )
}

function CreateBridgeDialog(props: { onCreated: (made: Made) => void; onClose: () => void }) {
  const { onCreated, onClose } = props
  const { t } = useTranslation()
  const form = useForm(BridgeForm, { name: '' }, (values) => save.mutate(values))
  const save = useSave({
    save: createBridge,
    success: 'bridges.created',
    failure: 'bridges.createFailed',
    affects: ['bridges'],
    onSaved: onCreated,
  })
  return (
    <FormDialog
      title={t('bridges.add')}
      submit={t('bridges.add')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <TextField field={form.field('name')} label={t('bridges.name')} maxLength={100} />
    </FormDialog>
  )
}

function EndBridgeDialog({ bridge: { id, name }, onClose }: { bridge: Bridge; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useSave({
    save: () => endBridge(id),
    success: 'bridges.ended',
    failure: 'bridges.endFailed',
    affects: ['bridges'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('bridges.endTitle')}
      submit={t('bridges.end')}
      danger
      pending={save.isPending}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('bridges.endSure', { name })}</p>
    </FormDialog>
  )
}
