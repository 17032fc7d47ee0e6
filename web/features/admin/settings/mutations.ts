import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CardRules, TurnCardsOn } from '#contract/schemas/moderation/card-rules'
import type { UpdateSettings } from '#contract/schemas/site/settings'
import type { AdminSettings, PublishLegal } from '#contract/schemas/site/settings-admin'
import type { LegalPage } from '#contract/values/site/legal'
import { legalQuery } from '#web/entities/settings/legal-query'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { applyAccent } from '#web/lib/dom/apply-accent'
import { key } from '#web/lib/query/keys'
import { refreshAdmin } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'
import { adminLegalQuery, adminSettingsQuery, cardRulesQuery } from './queries'

export function useUpdateSettings() {
  const show = useShowSettings()
  return useMutation({
    mutationFn: (change: UpdateSettings) =>
      withPassword(() => call(client.api.admin.settings.$patch({ json: change }))),
    onSuccess: show,
    onError: (error) => failedTo('update settings', error),
  })
}

export function useSetLogo() {
  const show = useShowSettings()
  return useMutation({
    mutationFn: (file: File) =>
      withPassword(() =>
        call(
          client.api.admin.settings.logo.$put(
            {},
            { headers: { 'content-type': file.type }, init: { body: file } },
          ),
        ),
      ),
    onSuccess: show,
    onError: (error) => failedTo('set the logo', error),
  })
}

function useShowSettings() {
  const queryClient = useQueryClient()
  return (settings: AdminSettings) => {
    queryClient.setQueryData(adminSettingsQuery.queryKey, settings)
    // Written rather than refetched: for some seconds the worker still answers with the old settings.
    queryClient.setQueryData(settingsQuery.queryKey, (known) => {
      const isPublic = ([name]: [string, unknown]) => known !== undefined && name in known
      return known && { ...known, ...Object.fromEntries(Object.entries(settings).filter(isPublic)) }
    })
    applyAccent(settings.accent)
    toast({ title: 'Settings saved', description: 'Live everywhere within 90 seconds.' })
    return Promise.all([
      // Their texts name some of the settings.
      queryClient.invalidateQueries({ queryKey: key('site', 'legal') }),
      refreshAdmin(queryClient),
    ])
  }
}

export function useTurnCardsOn() {
  const show = useShowCardRules()
  return useMutation({
    mutationFn: (given: TurnCardsOn) =>
      withPassword(() => call(client.api.admin['card-rules'].$put({ json: given }))),
    onSuccess: show,
    onError: (error) => failedTo('turn on card payments', error),
    ...useRefreshedAdmin(),
  })
}

export function useTurnCardsOff() {
  const show = useShowCardRules()
  return useMutation({
    mutationFn: () => withPassword(() => call(client.api.admin['card-rules'].$delete())),
    onSuccess: show,
    onError: (error) => failedTo('turn off card payments', error),
    ...useRefreshedAdmin(),
  })
}

/** Even after a refusal: there may be more videos than were shown. */
function useRefreshedAdmin() {
  const queryClient = useQueryClient()
  return { onSettled: () => refreshAdmin(queryClient) }
}

const cardTitles: Record<CardRules['state'], string> = {
  off: 'Card payments are off',
  preparing: 'Card payments are being prepared',
  on: 'Card payments are on',
}

function useShowCardRules() {
  const queryClient = useQueryClient()
  return (rules: CardRules) => {
    queryClient.setQueryData(cardRulesQuery.queryKey, rules)
    const { requireContentApproval } = rules
    const cardPaymentsEnabled = rules.state === 'on'
    queryClient.setQueryData(
      settingsQuery.queryKey,
      (known) => known && { ...known, cardPaymentsEnabled, requireContentApproval },
    )
    toast({ title: cardTitles[rules.state], description: 'Live everywhere within 90 seconds.' })
  }
}

export function usePublishLegal(slug: LegalPage) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: PublishLegal) =>
      withPassword(() => call(client.api.admin.legal[':slug'].$post({ param: { slug }, json: text }))),
    onSuccess: (legal) => {
      queryClient.setQueryData(adminLegalQuery(slug).queryKey, legal)
      toast({ title: 'Page published', description: `Version ${legal.version} is now in effect.` })
      return Promise.all([queryClient.invalidateQueries(legalQuery(slug)), refreshAdmin(queryClient)])
    },
  })
}
