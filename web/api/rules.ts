import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import {
  createRule as create,
  getRule,
  listRules,
  previewRule,
  type Rule,
  type RuleForm,
  deleteRule as remove,
  updateRule as update,
} from '#contract/wire/rule.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'

const FRESH_MS = 5 * MINUTE_MS

export const ruleListQuery = (list: ListAsked<typeof listRules>) =>
  queryOptions({
    queryKey: ['rules', 'list', list],
    queryFn: ({ signal }) => call(listRules, { list, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Refetches when the user returns, so that rules switched by colleagues show at once.
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.rules' },
  })

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', 'one', id],
    queryFn: ({ signal }) => call(getRule, { params: { id }, signal }),
    staleTime: FRESH_MS,
    meta: { errorMessage: 'error.rule' },
  })

/** Never cached, so that the page edits the current rule. */
export const readRuleAgain = (id: string) => queryClient.fetchQuery({ ...ruleQuery(id), staleTime: 0 })

export const createRule = (body: RuleForm) => call(create, { body })
export const updateRule = ({ id, ...body }: RuleForm & { id: string; version: number }) =>
  call(update, { params: { id }, body })
export const deleteRule = (id: string) => call(remove, { params: { id } })

export const PREVIEW_DAYS = 30
const PREVIEWED_MS = PREVIEW_DAYS * DAY_MS

/**
 * Alerts that a rule would have raised recently. The rule is serialized, so that equal rules share one request; null
 * sends none.
 */
export const previewQuery = (form: string | null) =>
  queryOptions({
    queryKey: ['rule-preview', form],
    queryFn: ({ signal }) => {
      const nowMs = Date.now()
      const [from, to] = [nowMs - PREVIEWED_MS, nowMs].map((ms) => new Date(ms).toISOString())
      const rule = JSON.parse(form ?? '') as RuleForm
      return call(previewRule, { body: { rule, from: from ?? '', to: to ?? '' }, signal })
    },
    enabled: form !== null,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })

type Listed = { data: readonly Rule[]; total: number }

/** Switches a rule on or off in its row at once; returns a function that undoes the switch. */
export function showEnabled(id: string, enabled: boolean): () => void {
  const lists = queryClient.getQueriesData<Listed>({ queryKey: ['rules', 'list'] })
  for (const [key, list] of lists) {
    if (!list) continue
    const data = list.data.map((rule) => (rule.id === id ? { ...rule, enabled } : rule))
    queryClient.setQueryData<Listed>(key, { ...list, data })
  }
  return () => {
    for (const [key, list] of lists) queryClient.setQueryData(key, list)
  }
}
export const setRuleEnabled = (id: string, enabled: boolean) =>
  call(update, { params: { id }, body: { enabled } })
