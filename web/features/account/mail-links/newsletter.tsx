import { call, client } from '../../../lib/api'
import { paths } from '../../../lib/paths'
import { ButtonLink } from '../../../ui/button'
import { MailLink } from './mail-link'

const home = (
  <ButtonLink to={paths.home} variant="primary">
    Go to the home page
  </ButtonLink>
)

export function ConfirmNewsletter() {
  return (
    <MailLink
      title="Get our news by mail?"
      text="Press the button if it was you who asked for them. Every mail has a link to stop them."
      act={['Subscribe', 'Subscribing...']}
      use={(token) => call(client.api.newsletter.confirm.$post({ json: { token } }))}
      done={() => ({
        title: 'You are subscribed',
        text: 'The next news will be in your mail.',
        next: home,
      })}
      renew={home}
    />
  )
}

export function Unsubscribe() {
  return (
    <MailLink
      title="Stop our news?"
      text="You get no more news by mail. Mails about an account and its payments still come."
      act={['Unsubscribe', 'Unsubscribing...']}
      use={(token) => call(client.api.newsletter.unsubscribe.$post({ query: { token } }))}
      done={() => ({
        title: 'You are unsubscribed',
        text: 'We have forgotten your address. You can subscribe again at the foot of every page.',
        next: home,
      })}
      renew={home}
    />
  )
}
