import { type Leavable, leavable } from '#contract/values/shared/notices'
import { call, client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { MailLink } from './mail-link'
import { useLinkToken } from './use-link-token'

const home = (
  <ButtonLink to={paths.home} variant="primary">
    Go to the home page
  </ButtonLink>
)

export function ConfirmNewsletter() {
  return (
    <MailLink
      title="Subscribe to our newsletter?"
      text="Confirm below if you requested this. Every email has a link to unsubscribe."
      act={['Subscribe', 'Subscribing...']}
      use={(token) => call(client.api.newsletter.confirm.$post({ json: { token } }))}
      done={() => ({
        title: "You're subscribed",
        text: 'Our next issue will be in your inbox.',
        next: home,
      })}
      renew={home}
    />
  )
}

/** Unsubscribes from the emails that the opened link is about. */
export function Unsubscribe() {
  const token = useLinkToken()
  const from = leavable.find((each) => token?.startsWith(`${each}-`)) ?? 'newsletter'
  const { done = inSettings, ...words } = leavingWords[from]
  return (
    <MailLink
      {...words}
      act={['Unsubscribe', 'Unsubscribing...']}
      use={(token) => call(client.api.newsletter.unsubscribe.$post({ query: { token } }))}
      done={() => ({ title: "You're unsubscribed", text: done, next: home })}
      renew={home}
    />
  )
}

const inSettings = 'You can turn these emails on again in the settings of your account.'

const leavingWords: Record<Leavable, { title: string; text: string; done?: string }> = {
  newsletter: {
    title: 'Unsubscribe from our newsletter?',
    text: "You won't get our newsletter any more. If you have an account, you'll still get emails about it and its payments.",
    done: "We've deleted your address from the list. You can subscribe again at the bottom of any page.",
  },
  digest: {
    title: 'Turn off your daily email?',
    text: "You won't get the daily email any more. What it counts is still on the site, under Notifications.",
  },
  review: {
    title: 'Turn off emails about decisions?',
    text: "We won't email you any more when one of your videos is approved, rejected or corrected. We'll still email you about removals.",
  },
  report: {
    title: 'Turn off emails about your reports?',
    text: "We won't email you any more when we've decided on a report of yours.",
  },
  premium: {
    title: 'Turn off emails before premium ends?',
    text: "We won't remind you any more before your premium ends. You'll still get receipts.",
  },
}
