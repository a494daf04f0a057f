/**
 * The certificate of the tests' mail server, for localhost and 127.0.0.1 until 2126. Nothing else trusts it, so its key
 * is not secret.
 */
export const smtpCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgv+jlJT7xcXg0hlP0
/F2IHdLgtlz1l0fhHkSwJtoI2y2hRANCAATKFobmdEluydT8KcGOQJJVBxpe7WfG
04v7BO27m8CLmJaGbvEtojbGW/50O4djzPC3rBEtl5/K3IS8dK2vx/fu
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUEFsT5fIwlBNh7i5A6XIWiB8v/NQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE5NDAwM1oYDzIxMjYxMDI5
MTk0MDAzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATKFobmdEluydT8KcGOQJJVBxpe7WfG04v7BO27m8CLmJaGbvEtojbG
W/50O4djzPC3rBEtl5/K3IS8dK2vx/fuo28wbTAdBgNVHQ4EFgQUqsH/BFWh1rV6
qd1sB25sdKWjskQwHwYDVR0jBBgwFoAUqsH/BFWh1rV6qd1sB25sdKWjskQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAJyTXSBgR+yDmlPbzWwltkoCc/i3LK2HPCpTZI0SCFPdAiEA
zxWwwI/duEgRxsQ7nw4GUuPbL89V5x5fuVn+pzALzsc=
-----END CERTIFICATE-----`,
};
