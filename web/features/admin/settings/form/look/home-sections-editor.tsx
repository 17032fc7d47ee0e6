import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId } from 'react'
import { type HomeSection, homeSections } from '#contract/values/shared/look'
import type { Form } from '#web/lib/form/use-form'
import { FieldError } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { SettingsValues } from '../values/settings'

const names: Record<HomeSection, string> = {
  hero: 'Featured videos',
  continue: 'Continue watching',
  popularFree: 'Popular Free Videos',
  premiumOffer: 'Premium offer',
  premium: 'Premium Videos',
  recent: 'Recently Added',
  trending: 'Trending',
  following: 'From people you follow',
}

/** Switches sections of the home page on and off, and moves those that are on. */
export function HomeSectionsEditor({ form }: { form: Form<SettingsValues> }) {
  const id = useId()
  const shown = form.values.homeSections
  const hidden = homeSections.filter((section) => !shown.includes(section))

  function move(section: HomeSection, by: 1 | -1) {
    const at = shown.indexOf(section)
    const other = shown[at + by]
    if (other === undefined) return
    const next = [...shown]
    next[at] = other
    next[at + by] = section
    form.set('homeSections', next)
  }

  function toggle(section: HomeSection) {
    const rest = shown.filter((each) => each !== section)
    form.set('homeSections', rest.length < shown.length ? rest : [...shown, section])
  }

  return (
    <fieldset
      aria-describedby={`${id}-help`}
      aria-invalid={form.errors.homeSections ? true : undefined}
      className="grid gap-2"
    >
      <legend className="mb-1.5 font-medium">Home page</legend>
      <ol className="grid gap-2">
        {[...shown, ...hidden].map((section) => {
          const at = shown.indexOf(section)
          return (
            <li
              key={section}
              className="flex items-center gap-2 rounded-card border border-line bg-surface-1 py-1 pr-2 pl-4"
            >
              <div className="min-w-0 flex-1">
                <Switch label={names[section]} checked={at >= 0} onChange={() => toggle(section)} />
              </div>
              <IconButton
                label={`Move ${names[section]} up`}
                whyNot={whyNot(at, 0, 'Already first')}
                onClick={() => move(section, -1)}
              >
                <ArrowUp className="size-5" />
              </IconButton>
              <IconButton
                label={`Move ${names[section]} down`}
                whyNot={whyNot(at, shown.length - 1, 'Already last')}
                onClick={() => move(section, 1)}
              >
                <ArrowDown className="size-5" />
              </IconButton>
            </li>
          )
        })}
      </ol>
      <FieldError id={`${id}-error`}>{form.errors.homeSections}</FieldError>
      <p id={`${id}-help`} className="text-faint text-meta">
        Shown from top to bottom. “Continue watching” appears only for members who have started a video.
      </p>
    </fieldset>
  )
}

/** Returns why a section can't move towards an end of the shown sections; null if it can. */
function whyNot(at: number, end: number, reason: string): string | null {
  if (at < 0) return "It isn't on the home page"
  return at === end ? reason : null
}
