import type { SiteLogo } from '#contract/values/shared/look'
import type { Form } from '#web/lib/form/use-form'
import type { SettingsValues } from '../values/settings'
import { AccentField } from './accent-field'
import { FooterLinksEditor } from './footer-links-editor'
import { HomeSectionsEditor } from './home-sections-editor'
import { LogoField } from './logo-field'

export function LookFields({ form, logo }: { form: Form<SettingsValues>; logo: SiteLogo | null }) {
  return (
    <>
      <LogoField logo={logo} name={form.values.siteName} />
      <AccentField form={form} />
      <HomeSectionsEditor form={form} />
      <FooterLinksEditor form={form} />
    </>
  )
}
