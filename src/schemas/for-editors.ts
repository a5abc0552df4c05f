import { z } from 'astro/zod'

import { appSchema } from './app.ts'
import { articleKeys } from './article.ts'
import { faqSchema } from './faq.ts'
import { legalSchema } from './legal.ts'
import { roleSchema } from './role.ts'
import { studioSchema } from './studio.ts'
import { featuredVentureSchema, ventureSchema } from './venture.ts'
import { wordSchemas } from './words/index.ts'

const schemas = {
  ...wordSchemas,
  studio: z.strictObject({ studio: studioSchema }),
  'featured-venture': z.strictObject({ featured: featuredVentureSchema }),
  'apps/app': appSchema,
  'articles/article': articleKeys,
  'faqs/faq': faqSchema,
  'legal/legal': legalSchema,
  'roles/role': roleSchema,
  'ventures/venture': ventureSchema,
}

/**
 * JSON Schemas by their file in content/.schemas: programs such as VS Code complete and explain keys
 * with them. Each content file names its own in the first line of its keys.
 */
export const schemaFiles = (): Map<string, string> =>
  new Map(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}.json`,
      `${JSON.stringify(asJson(schema))}\n`,
    ]),
  )

const asJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
