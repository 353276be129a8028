#include "pages/html_digest.h"

#include "tests/unit/catch.h"

using warpgrade::html::csp_hash;

// The digests of FIPS 180-4's examples (NIST, "SHA256.pdf"), in base64.
TEST_CASE("SHA-256 is the standard's, for one block and for several") {
  CHECK(csp_hash("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  CHECK(csp_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "sha256-JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
  CHECK(csp_hash("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  CHECK(csp_hash(std::string(1'000'000, 'a')) ==
        "sha256-zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA=");
}
