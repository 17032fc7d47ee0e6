import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  AdminSettings,
  PublishLegal,
  UpdateSettings,
} from '../../../../contract/schemas/site/settings-admin'
import type { LegalPage } from '../../../../contract/values/site/legal'
import { legalQuery } from '../../../entities/settings/legal-query'
import { settingsQuery } from '../../../entities/settings/settings-query'
import { withPassword } from '../../../entities/viewer/with-password'
import { call, client } from '../../../lib/api'
import { applyAccent } from '../../../lib/dom/apply-accent'
import { key } from '../../../lib/query/keys'
import { refreshAdmin } from '../../../lib/query/refresh-admin'
import { failedTo } from '../../../ui/feedback/failed-to'
import { toast } from '../../../ui/feedback/toast'
import { adminLegalQuery, adminSettingsQuery } from './queries'

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
