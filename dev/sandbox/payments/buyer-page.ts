import { html } from 'hono/html'

const style = `
  body { margin: 0 auto; max-width: 360px; padding: 24px; font: 16px/1.5 sans-serif; color: #222; }
  h1 { font-size: 20px; }
  p { overflow-wrap: anywhere; }
  button { display: block; width: 100%; margin-top: 12px; padding: 12px; font: inherit; cursor: pointer; }
  #pay { border: 0; border-radius: 4px; background: #1b6e3c; color: #fff; }
`

/** A page that a processor shows to a buyer under `title`. */
export function buyerPage(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
