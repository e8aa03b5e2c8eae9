import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../forms/FormDialog.tsx'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { useAllActionsHere } from '../../keys/actionsHere.ts'
import { KEY_SETS, useAllKeysHere } from '../../keys/keysHere.ts'
import classes from './KeysDialog.module.css'

/** Keyboard shortcuts of the page below. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const here = useAllKeysHere()
  const subjects = useAllActionsHere()
    .map(({ subject, actions }) => ({ subject, actions: actions.filter(({ key }) => key !== undefined) }))
    .filter(({ actions }) => actions.length > 0)
  return (
    <FormDialog title={t('keys.title')} size={520} isAbove onClose={onClose}>
      {subjects.map(({ subject, actions }) => (
        <section key={subject} className={classes.set}>
          <h3>{t(`palette.${subject}`)}</h3>
          <dl className={classes.keys}>
            {actions.map(({ id, label, key = '' }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>
                  <Chord keys={[key]} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {here.map((set) => (
        <section key={set} className={classes.set}>
          <h3>{t(`keys.${set}.title`)}</h3>
          <dl className={classes.keys}>
            {KEY_SETS[set].map(([does, ...either]) => (
              <div key={does}>
                <dt>{t(`keys.${set}.${does}` as MessageKey)}</dt>
                <dd>
                  {either.map((keys, at) => (
                    <Fragment key={keys.join()}>
                      {at > 0 && ' '}
                      <Chord keys={keys} />
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </FormDialog>
  )
}

/** Keys pressed together. */
function Chord({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <span className={classes.chord}>
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && '+'}
          <kbd>{key === 'mod' ? MOD : isNamed(key) ? t(`keys.cap.${key}`) : key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

const NAMED = ['shift', 'tab', 'enter', 'space', 'esc', 'home', 'end', 'pageUp', 'pageDown'] as const
const isNamed = (key: string): key is (typeof NAMED)[number] => (NAMED as readonly string[]).includes(key)

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
