/** Domains where anyone can get an address. Smaller ones are omitted: their owners control `admin@` and the DNS, so no customer can prove them (SSO-8). */
const publicDomains = new Set(
  `aim.com aol.com att.net bell.net bellsouth.net bigpond.com btinternet.com charter.net comcast.net cox.net duck.com
  earthlink.net email.com fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com
  hotmail.ca hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.com
  laposte.net libero.it live.ca live.co.uk live.com live.fr live.nl mac.com mail.com mail.ru mailbox.org mailinator.com
  me.com msn.com naver.com orange.fr outlook.com outlook.de outlook.es outlook.fr pm.me posteo.de proton.me
  protonmail.com qq.com rediffmail.com rocketmail.com rogers.com sbcglobal.net sfr.fr shaw.ca sina.com sympatico.ca
  t-online.de telus.net tuta.com tutanota.com verizon.net videotron.ca wanadoo.fr web.de yahoo.ca yahoo.co.in
  yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.au yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru
  ymail.com yopmail.com zoho.com 126.com 163.com`.split(/\s+/),
);

/** Whether anyone can get an address at the domain. @param domain in lower case */
export function isPublicDomain(domain: string): boolean {
  return publicDomains.has(domain);
}
