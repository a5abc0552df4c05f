import { studio } from '../data/studio.ts'

/** The web app manifest (https://www.w3.org/TR/appmanifest/). */
export const GET = () =>
  Response.json({
    name: studio.name,
    short_name: studio.name,
    start_url: '/',
    display: 'browser',
    background_color: '#f8f5ef',
    theme_color: '#f8f5ef',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  })
