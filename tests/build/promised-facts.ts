import { RESUME_LIMIT_BYTES } from '#forms/resume.ts'
import { studio } from '../content.ts'
import { fact } from './fact.ts'

const { promises, legal } = studio
const months = (count = 0) => `${count} months`
const days = (count = 0) => `${count} days`

/** The studio's promises and the terms of the legal texts, as pages state them. */
export const promisedFacts = [
  fact(
    'next steps',
    /[Nn]ext steps within (\d+ (?:business )?\w+)/,
    promises.contactReply,
    promises.investorReply,
  ),
  fact(
    'the data room',
    /data room[^.]{0,40}? next steps,? within (\d+ (?:business )?\w+)/,
    promises.investorReply,
  ),
  fact('a reply', /reply(?: to EIRs)? within (\d+ (?:business )?\w+)/i, promises.eirReply),
  fact('business days', /\b(\d+ business days)/, promises.investorReply, promises.eirReply),
  fact('average response', /response time ?<? ?(\d+ hours)/, promises.faqReply),
  fact('notice of changes', /at least (\d+ days) before/, promises.changeNotice),
  fact('notice of a breach', /within (\d+ hours) of learning/, promises.breachNotice),
  fact('answer to a request', /answered? within (\d+ days)/, promises.requestsAnswered),
  fact('age', /\b(\d+) or over/, legal.minimumAge),
  fact('liability', /(INR [\d,]+)/, legal.liabilityCap),
  fact('fees', /(\d+ months) before the claim/, months(legal.feeMonths)),
  fact('compliance records', /up to (\d+ years)/, `${legal.complianceYears} years`),
  fact('closed workspaces', /backups included, within (\d+ days)/, days(legal.closedDays)),
  fact('backups of the site', /gone (\d+ days) later/, days(legal.closedDays)),
  fact('what was deleted', /can be restored for (\d+ days)/, days(legal.softDeleteDays)),
  fact('backups of the apps', /leaves the backups within (\d+ days)/, days(legal.backupDays)),
  fact('held submissions', /releases is deleted after (\d+ days)/, days(legal.heldDays)),
  fact('AI logs', /(?:go|deleted) after (\d+ months)/, months(legal.aiLogMonths)),
  fact('size of a resume', /\b(\d+) MB/, RESUME_LIMIT_BYTES / 1_024 ** 2),
]
