import { ACTS, type ActName } from '#contract/wire/audit.ts'

/** `user.switch-role` → `user_switch_role`: a dot in a key would begin another level. */
type Word<Act extends string> = Act extends `${infer Left}-${infer Right}`
  ? `${Word<Left>}_${Word<Right>}`
  : Act extends `${infer Noun}.${infer Verb}`
    ? `${Noun}_${Verb}`
    : Act

/** False for an action that an earlier version named differently. */
export const isNamedAct = (act: string): act is ActName => (ACTS as readonly string[]).includes(act)
export const actKey = (act: ActName) => `audit.act.${act.replaceAll(/[.-]/g, '_') as Word<ActName>}` as const
