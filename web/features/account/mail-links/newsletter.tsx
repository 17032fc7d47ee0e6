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

/** Unsubscribes from the newsletter or, by a link in the daily email, from that. */
export function Unsubscribe() {
  const isDigest = useLinkToken()?.startsWith('d') ?? false
  const { done, ...words } = isDigest ? digest : newsletter
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

const newsletter = {
  title: 'Unsubscribe from our newsletter?',
  text: "You won't get our newsletter any more. If you have an account, you'll still get emails about it and its payments.",
  done: "We've deleted your address from the list. You can subscribe again at the bottom of any page.",
}

const digest = {
  title: 'Turn off your daily email?',
  text: "You won't get the daily email any more. You'll still find them on the site.",
  done: 'You can turn it on again in the settings of your account.',
}
